package main

import (
	"github.com/pulumi-broker/pulumi-broker/sdk/go/broker"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		network, err := broker.NewVpc(ctx, "network", &broker.VpcArgs{
			Region: pulumi.String("provider-a::region-1"),
			Subnet: pulumi.String("10.56.72.0/24"),
		})
		if err != nil {
			return err
		}
		shop, err := broker.NewInstance(ctx, "shop", &broker.InstanceArgs{
			Plan:   pulumi.String("clustered-medium-1"),
			Region: pulumi.String("provider-a::region-1"),
			Vpc:    network.ID(),
			Config: pulumi.Map{"heartbeat": pulumi.Int(60)},
		})
		if err != nil {
			return err
		}
		team, err := broker.NewRecipient(ctx, "team", &broker.RecipientArgs{
			Instance: shop.ID(),
			Type:     broker.RecipientTypeEmail,
			Value:    pulumi.String("team@example.com"),
		})
		if err != nil {
			return err
		}
		_, err = broker.NewAlarm(ctx, "backlog", &broker.AlarmArgs{
			Instance:       shop.ID(),
			Type:           broker.AlarmTypeQueue,
			QueueRegex:     pulumi.String("^orders$"),
			ValueThreshold: pulumi.Int(10000),
			TimeThreshold:  pulumi.Int(600),
			Recipients:     pulumi.StringArray{team.ID()},
		})
		ctx.Export("host", shop.Host)
		return err
	})
}
